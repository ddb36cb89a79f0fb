import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

interface SendOptions {
  /** Sent again every 500 ms until the server closes the connection. */
  dribble?: string;
}

/** Sends bytes unchanged and parses the first answer. */
export async function sendRaw(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  return parse(await readRaw(origin, bytes));
}

/** Sends bytes unchanged and returns everything that comes back until the server closes the connection. */
export function readRaw(origin: string, bytes: string | Buffer, { dribble }: SendOptions = {}): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const timer = dribble === undefined ? undefined : setInterval(() => socket.writable && socket.write(dribble), 500);
    socket.setTimeout(5_000, () => socket.destroy(new Error('the server neither answered nor closed the connection')));
    socket.on('data', chunk => chunks.push(chunk));
    // A server that closes while we still send resets the connection.
    socket.on('error', error => chunks.length === 0 && reject(error));
    socket.on('close', () => {
      clearInterval(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

function parse(answer: string): RawAnswer {
  const [head = '', text = ''] = answer.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map(line => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text };
}
