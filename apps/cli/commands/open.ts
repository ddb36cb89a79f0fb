import { spawn } from 'node:child_process';
import { type Command, Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { notice, print } from '../output.js';
import { jsonOption } from './add-command.js';
import { serviceOf, serviceOption } from './service-option.js';

interface OpenOptions {
  tenant?: string;
  url?: string;
  browser: boolean;
  json?: boolean;
}

export function define(open: Command): void {
  open
    .argument('<id>', 'ID that begins with ord_, evt_, req_, log_, key_, rcv_ or dlv_, or a domain')
    .addOption(new Option('--tenant <slug>', 'tenant or world that it belongs to (default: DEFAULT_TENANT)'))
    .addOption(serviceOption())
    .addOption(new Option('--no-browser', 'only print the address'))
    .addOption(jsonOption('print the address as JSON, and open no browser'))
    .action(
      async (id: string, { tenant = readSettings(process.env).defaultTenant, url, browser, json }: OpenOptions) => {
        const path = [tenant, 'find', id].map(encodeURIComponent).join('/');
        const address = `${await serviceOf(url)}/portal/t/${path}`;
        print({ url: address }, { json }, () => address);
        if (browser && !json) openInBrowser(address);
      },
    );
}

/** Programs that open the browser of the desktop, by operating system. */
const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openInBrowser(address: string): void {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => notice(`${program} could not be started; open the address yourself.`))
    .unref();
}
