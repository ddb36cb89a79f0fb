import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Handles a complete request; `nth` counts the requests of all connections from 1. */
export type Behavior = (socket: Socket, nth: number) => void;

/** A local receiver that can violate HTTP, because it writes to the raw socket. */
export class Receiver {
  readonly requests: string[] = [];
  readonly sockets: Socket[] = [];
  private readonly server: Server;

  private constructor(
    private readonly behavior: Behavior,
    tls?: TlsOptions,
  ) {
    this.server = tls ? createTlsServer(tls) : createServer();
    this.server.on('connection', socket => {
      this.sockets.push(socket);
      socket.on('error', () => {});
    });
    this.server.on(tls ? 'secureConnection' : 'connection', socket => this.listen(socket));
  }

  static async start(behavior: Behavior, tls?: TlsOptions): Promise<Receiver> {
    const receiver = new Receiver(behavior, tls);
    await new Promise<void>(done => receiver.server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks?a=1`;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private listen(socket: Socket): void {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', data => {
      text += data.toString();
      const [head = '', body] = text.split('\r\n\r\n');
      const expected = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < expected) return;
      this.requests.push(text);
      text = '';
      this.behavior(socket, this.requests.length);
    });
  }
}

/** A response with Content-Length, after which the connection can be reused. */
export function answer(status: string, body: string | Buffer = '', headers: string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers,
    ...(status.startsWith('204') ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Responds to every request with the same response. */
export const respondWith =
  (...parts: Parameters<typeof answer>): Behavior =>
  socket =>
    void socket.write(answer(...parts));

/** A self-signed certificate for `localhost` and 127.0.0.1. */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguOCx0/iywyCVvHAV
+fQdG9w74SdPVnM01G0Z/YJw4xKhRANCAAS8D98kwPUv3vK67PVgd8pwvNcnI1lC
ffghM4y5xK2G1mXFi279XmBmCeeVe+cYi4VX1XKKgAwBItT+G3pHmS8a
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUW2ihP4uAtFdJYQglyc6bc08ToNUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA3MjgwM1oYDzIxMjYxMDI4
MDcyODAzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS8D98kwPUv3vK67PVgd8pwvNcnI1lCffghM4y5xK2G1mXFi279XmBm
CeeVe+cYi4VX1XKKgAwBItT+G3pHmS8ao28wbTAdBgNVHQ4EFgQU+6otwJx8M7fI
7bNH80u5cSsle+IwHwYDVR0jBBgwFoAU+6otwJx8M7fI7bNH80u5cSsle+IwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgcHfet0vjM6ipyEa3+YB+RbD6ir/Xy4oVZLXBg3IHBSQCIQDE
H1i9FpI1mMsrPwL4VLXpJ8ePg9MVFK4J12kf0oyuvw==
-----END CERTIFICATE-----`,
};
