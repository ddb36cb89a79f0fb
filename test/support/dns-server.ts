import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import packet from 'dns-packet';

const [SERVFAIL, NXDOMAIN] = [2, 3];

/** A DNS server with TXT records that the test sets. It ends with the process, so that test files can share it. */
export class DnsServer {
  /** Names that were looked up. */
  readonly queries: string[] = [];
  private readonly records = new Map<string, string[]>();
  private isFailing = false;

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<DnsServer> {
    const socket = createSocket('udp4');
    const server = new DnsServer(socket);
    socket.on('message', (message, client) => server.answer(message, client));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    socket.unref();
    return server;
  }

  /** Address in the notation of DNS_SERVERS. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** Replaces the TXT records of a name. */
  set(name: string, ...texts: string[]): void {
    this.records.set(name, texts);
  }

  /** Answers SERVFAIL to all queries until it is called with false. */
  fail(isFailing = true): void {
    this.isFailing = isFailing;
  }

  private answer(message: Buffer, { port, address }: RemoteInfo): void {
    const { id, questions = [] } = packet.decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    this.queries.push(name);
    const texts = this.records.get(name) ?? [];
    const status = this.isFailing ? SERVFAIL : texts.length === 0 ? NXDOMAIN : 0;
    const answers = texts.map(text => ({ type: 'TXT' as const, name, ttl: 0, data: inStrings(text) }));
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | status;
    this.socket.send(packet.encode({ type: 'response', id, flags, questions, answers }), port, address);
  }
}

/** A string of a TXT record has at most 255 bytes; shorter ones show that they are joined. */
const inStrings = (text: string): string[] => text.match(/.{1,20}/gs) ?? [''];
