import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame } from './summary.js';

/** Maps functions of the bundle to their sources through source maps. */
export class Origins {
  private readonly maps = new Map<string, SourceMap | undefined>();

  /** Path of the source; Node's own code keeps its name. */
  of({ url, lineNumber, columnNumber }: Frame): string {
    if (!url.startsWith('/') && !url.startsWith('file:')) return url;
    const path = url.startsWith('/') ? url : fileURLToPath(url);
    const entry = this.mapOf(path)?.findEntry(lineNumber, columnNumber);
    return entry && 'originalSource' in entry ? resolve(dirname(path), entry.originalSource) : path;
  }

  private mapOf(path: string): SourceMap | undefined {
    if (!this.maps.has(path)) {
      const map = `${path}.map`;
      this.maps.set(path, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined);
    }
    return this.maps.get(path);
  }
}
