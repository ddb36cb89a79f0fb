/** Builds the jar of the Java client `dev.nameyard:client` with Maven, because the test kit is compiled with JUnit. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packages, repository, root } from './package-folder.mjs';

export function packJavaClient() {
  const { version } = repository;
  const project = mkdtempSync(join(tmpdir(), 'nameyard-java-'));
  try {
    cpSync(join(root, 'libs/client-java'), project, { recursive: true });
    execFileSync('mvn', ['-B', '-q', 'package', '-Dmaven.test.skip=true'], { cwd: project, stdio: 'inherit' });
    copyFileSync(join(project, `target/client-${version}.jar`), join(packages, `nameyard-client-java-${version}.jar`));
  } catch (error) {
    if (error.syscall !== 'spawnSync mvn' || error.code !== 'ENOENT') throw error;
    process.stderr.write('The jar of the Java client was not built: Maven is missing.\n');
  } finally {
    rmSync(project, { recursive: true });
  }
}
