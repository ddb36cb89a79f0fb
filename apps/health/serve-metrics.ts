import { createServer, type RequestListener } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { DEFAULT_METRICS_PORT, type Settings } from '#platform/process/config';
import { Metrics } from '#platform/http';
import type { Logger } from '#platform/observability/log';
import { listenError } from '../listen.js';

/**
 * Serves `GET /metrics` for Prometheus on a port of its own, which is not reachable through proxies of the API. Without
 * METRICS_PORT, only the first process of a machine serves it, so that several can run without configuration.
 * @throws UsageError when METRICS_PORT is in use, or the process cannot listen on METRICS_HOST
 */
export async function serveMetrics(app: INestApplicationContext, settings: Settings, logger: Logger): Promise<void> {
  const { metricsHost: host, metricsPort } = settings;
  const port = metricsPort ?? DEFAULT_METRICS_PORT;
  // Serves until the process exits, to show the last seconds of a shutdown, too.
  const server = createServer(answer(app.get(Metrics), logger)).unref();
  const error = await new Promise<NodeJS.ErrnoException | undefined>(resolve => {
    server.once('error', resolve).listen(port, host, () => resolve(undefined));
  });
  if (!error) logger.info({ host, port }, 'metrics are available');
  else if (metricsPort === undefined && error.code === 'EADDRINUSE')
    logger.info({ port }, 'metrics are not available; set METRICS_PORT to a free port');
  else throw listenError(error, { host, port, setting: 'METRICS_PORT', hostSetting: 'METRICS_HOST' });
}

const answer =
  ({ registry }: Metrics, logger: Logger): RequestListener =>
  ({ method, url }, response) => {
    if (url !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(404, { Allow: 'GET, HEAD' }).end();
    registry
      .metrics()
      .then(text => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'reading the metrics failed');
        response.writeHead(500).end();
      });
  };
