import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { run } from './run.js';
import { GO_ARCHIVE, packOnce, repository } from './tarballs.js';

const PROGRAM = `package main

import (
	"fmt"

	nameyard "nameyard.dev/client"
	_ "nameyard.dev/client/nameyardtest"
)

func main() {
	client, err := nameyard.New("http://127.0.0.1:3000/api/v1", "demo", "key")
	fmt.Println(client, err, nameyard.Version)
}
`;

describeWith('go', 'the archive of the Go client', () => {
  it('is installed by the command of libs/client-go/README.md in an empty module', async () => {
    await packOnce();
    const [, install] = /```sh\n(.*?)```/s.exec(readFileSync(join(ROOT, 'libs/client-go/README.md'), 'utf8'))!;
    const folder = temporaryFolder();
    cpSync(GO_ARCHIVE, join(folder, basename(GO_ARCHIVE)));
    writeFileSync(join(folder, 'main.go'), PROGRAM);
    run('go', ['mod', 'init', 'shop'], folder);
    run('sh', ['-ec', install!], folder);
    expect(run('go', ['run', '.'], folder)).toBe(
      `nameyard.Client(http://127.0.0.1:3000/api/v1, demo) <nil> ${repository.version}\n`,
    );
  });
});
