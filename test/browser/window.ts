import type { RunOptions } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import type { PortalClient } from '../support/portal-client.js';
import { violationsOf } from './axe.js';
import type { Portal } from './open-portal.js';

/** A browser window with the portal; records errors and requests. */
export class Window {
  /** Errors and warnings of the browser console, including violations of the content security policy. */
  readonly consoleErrors: string[] = [];
  /** URLs of requests to other hosts. */
  readonly foreignRequests: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** @param options.hostname name of this machine in the address */
  static async open(
    { browser, sandbox }: Portal,
    { hostname = '127.0.0.1', ...options }: BrowserContextOptions & { hostname?: string } = {},
  ): Promise<Window> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(90_000);
    const window = new Window(await context.newPage(), sandbox.origin.replace('127.0.0.1', hostname));
    window.watch();
    return window;
  }

  private watch(): void {
    this.page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') this.consoleErrors.push(message.text());
    });
    this.page.on('pageerror', error => this.consoleErrors.push(String(error)));
    this.page.on('request', request => {
      if (!request.url().startsWith(this.origin)) this.foreignRequests.push(request.url());
    });
  }

  /** Opens a path below `/portal`. */
  async go(path: string): Promise<void> {
    await this.page.goto(`${this.origin}/portal${path}`);
  }

  /** Opens a path below `/portal` as a link does, without loading the portal again. */
  async follow(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/portal${path}`)})`);
  }

  async logIn({ credentials }: PortalClient): Promise<void> {
    await this.page.getByLabel('Email').fill(credentials.email);
    await this.page.getByLabel('Password').fill(credentials.password);
    await this.press('Log in');
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).first().click();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  async seesHeading(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname.slice('/portal'.length) + search;
  }

  /** Waits until fonts and data are loaded, the layout follows the window size, and no animation runs. */
  private async settle(): Promise<void> {
    await this.page.evaluate('document.fonts.ready.then(() => undefined)');
    await eventually(async () => {
      await this.page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      expect(await this.loading()).toEqual([]);
      expect(await this.animations()).toEqual([]);
    });
  }

  /** The gray bars that stand in for data. */
  private loading(): Promise<string[]> {
    return this.page.evaluate('[...document.querySelectorAll(".animate-fade")].map(({ className }) => className)');
  }

  /** Names of the animations and properties of the transitions that run now. */
  animations(): Promise<string[]> {
    return this.page.evaluate(
      'document.getAnimations().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)',
    );
  }

  /** Findings of axe on the settled page, one line each. */
  async violations(options: RunOptions = {}): Promise<string[]> {
    await this.settle();
    const found = await violationsOf(this.page, options);
    return found.map(({ id, nodes }) => `${this.path} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  }

  /** Number of pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
