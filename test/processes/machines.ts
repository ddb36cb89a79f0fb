import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { registerCleanup } from '../support/cleanup.js';
import { Program } from './program.js';

/**
 * Kills all processes in the namespaces and removes them when its input closes, so that nothing is left even if the tests
 * crash.
 */
const JANITOR = `
  bridge=$1; shift
  cat > /dev/null
  for attempt in 1 2 3; do
    for machine in "$@"; do
      pids=$(ip netns pids "$machine" 2>/dev/null)
      [ -z "$pids" ] || kill -9 $pids 2>/dev/null
    done
    sleep 0.1
  done
  for machine in "$@"; do ip netns del "$machine"; done
  ip link del "$bridge"
`;

function ip(...args: string[]): string {
  try {
    return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(
      `ip ${args.join(' ')} failed. Machines are network namespaces, which need root with CAP_SYS_ADMIN and CAP_NET_ADMIN.`,
      { cause: error },
    );
  }
}

/** A network of machines, each of which is a network namespace. This machine reaches them through a bridge. */
export class Network {
  /** Address of this machine in the network. */
  readonly address: string;
  readonly machines: Machine[];
  private readonly prefix: string;

  constructor(names: string[]) {
    const id = randomInt(36 ** 4).toString(36);
    // Addresses for benchmarks (RFC 2544), which are not used elsewhere.
    this.prefix = `198.18.${randomInt(256)}`;
    this.address = `${this.prefix}.1`;
    const bridge = `ny-${id}`;
    this.machines = names.map((name, index) => new Machine(name, `${this.prefix}.${11 + index}`, bridge));
    const janitor = new Program('sh', ['-c', JANITOR, 'sh', bridge, ...this.machines.map(({ id }) => id)], {}, {
      detached: true,
      managedElsewhere: true,
    } as const);
    registerCleanup(() => {
      janitor.closeInput();
      return janitor.exited;
    });
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${this.address}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const machine of this.machines) machine.plugIn();
  }
}

/** A network namespace with an address, and its processes. */
export class Machine {
  readonly id: string;
  private readonly link: string;

  constructor(
    readonly name: string,
    readonly address: string,
    private readonly bridge: string,
  ) {
    this.id = `${bridge}-${name}`;
    this.link = `${bridge}${name}`;
  }

  /** Creates the namespace and its connection to the bridge. */
  plugIn(): void {
    ip('netns', 'add', this.id);
    ip('link', 'add', this.link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.id);
    ip('-n', this.id, 'address', 'add', `${this.address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', this.id, 'link', 'set', device, 'up');
    ip('link', 'set', this.link, 'up');
    this.connect();
  }

  connect(): void {
    ip('link', 'set', this.link, 'master', this.bridge);
  }

  /** Loses all packets from and to the machine. Its processes notice nothing else. */
  disconnect(): void {
    ip('link', 'set', this.link, 'nomaster');
  }

  /** Runs a program on the machine, as another user if one is given. */
  run(command: string[], { user, env = {} }: { user?: string; env?: NodeJS.ProcessEnv } = {}): Program {
    const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
    const args = [`--net=/run/netns/${this.id}`, ...as, ...command];
    return new Program('nsenter', args, env, { cwd: '/', managedElsewhere: true });
  }

  /** Process IDs of the programs on the machine. */
  get processes(): number[] {
    return ip('netns', 'pids', this.id).split('\n').filter(Boolean).map(Number);
  }

  /** Kills all processes except those given, without a packet to the other machines. */
  killAll(spared: number[] = []): void {
    this.disconnect();
    for (const pid of this.processes) if (!spared.includes(pid)) kill(pid);
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
