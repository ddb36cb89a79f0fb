import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { startSandbox } from '../support/sandbox.js';

const FOLDER = join(ROOT, 'deploy/prometheus');

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
  fieldConfig?: { defaults: { unit?: string } };
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string; query: string }[] };
}

interface Compose {
  services: Record<
    string,
    { ports: { host_ip?: string }[]; volumes: { type: string; source: string; read_only?: boolean }[] }
  >;
}

const dashboard = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/nameyard.json'), 'utf8')) as Dashboard;
const charts = dashboard.panels.filter(({ type }) => type !== 'row');

function run(command: string, args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: FOLDER, encoding: 'utf8', input });
  return { status, output: status === 0 ? '' : stdout + stderr };
}

describeWith('promtool', 'the files for Prometheus', () => {
  it.each([
    ['alerts that fire in an outage only', ['test', 'rules', 'alerts.test.yml']],
    ['valid alerts', ['check', 'rules', 'alerts.yml']],
    ['a valid configuration', ['check', 'config', 'prometheus.yml']],
  ])('contain %s', (_name, args) => {
    expect(run('promtool', args)).toEqual({ status: 0, output: '' });
  });

  it('contain valid expressions in the dashboard', () => {
    const expressions = charts.flatMap(({ targets }) => targets!.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThanOrEqual(charts.length);
    const rules = expressions.map((expr, index) => ({
      record: `panel_${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(temporaryFolder(), 'rules.yml');
    // JSON is YAML, too.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(run('promtool', ['check', 'rules', file])).toEqual({ status: 0, output: '' });
  });
});

describeWith('promtool', 'the metrics', () => {
  it('follow the rules of Prometheus, and counters start at 0', async () => {
    const sandbox = await startSandbox();
    const metrics = await sandbox.metrics();
    expect(run('promtool', ['check', 'metrics'], metrics)).toEqual({ status: 0, output: '' });
    for (const line of [
      'nameyard_orders_total{kind="transfer"} 0',
      'nameyard_checkouts_total{outcome="declined"} 0',
      'nameyard_webhook_attempts_total{outcome="failed"} 0',
      'nameyard_faults_total{kind="hang"} 0',
    ])
      expect(metrics).toContain(`\n${line}\n`);
  });
});

describe('the dashboard for Grafana', () => {
  it('has a row for each subject', () => {
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Traffic',
      'Errors',
      'Latency',
      'Purchases',
      'Deliveries',
      'Events',
      'Resources',
      'Rehearsal faults',
    ]);
  });

  it('has panels with unique IDs and titles', () => {
    for (const key of ['id', 'title'] as const) {
      const values = dashboard.panels.map(panel => panel[key]);
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  it('reads every panel from the selected data source, in a unit', () => {
    expect(dashboard.templating.list).toEqual([
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    ]);
    for (const { title, datasource, targets, fieldConfig } of charts) {
      const sources = [datasource, ...targets!.map(target => target.datasource)].map(source => source?.uid);
      expect({ title, sources: new Set(sources) }).toEqual({ title, sources: new Set(['${datasource}']) });
      expect({ title, unit: fieldConfig?.defaults.unit }).toEqual({ title, unit: expect.any(String) });
    }
  });
});

describeWith('docker compose', 'the profile observability', () => {
  const config = () => {
    const args = ['compose', '--profile', 'observability', 'config', '--format', 'json'];
    const { status, stdout, stderr } = spawnSync('docker', args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as Compose;
  };

  it('publishes ports on the loopback interface only', () => {
    const { services } = config();
    const hosts = ['prometheus', 'grafana'].map(name => services[name]!.ports.map(port => port.host_ip));
    expect(hosts).toEqual([['127.0.0.1'], ['127.0.0.1']]);
  });

  it('mounts files that exist, read-only', () => {
    const { services } = config();
    const mounts = ['prometheus', 'grafana'].flatMap(name => services[name]!.volumes);
    const files = mounts.filter(({ type }) => type === 'bind');
    expect(files).toHaveLength(5);
    expect(files.filter(({ source, read_only }) => !existsSync(source) || !read_only)).toEqual([]);
  });
});
