import { Injectable } from '@nestjs/common';
import { Unavailable } from '#platform/errors';
import { RegistrarGateway } from './registrar-gateway.js';

/** What stands in the gateway's place until a registrar is connected. */
@Injectable()
export class NotConnected extends RegistrarGateway {
  override readonly connected = false;

  async search(): Promise<never> {
    throw new RegistrarNotConnected();
  }
  async order(): Promise<never> {
    throw new RegistrarNotConnected();
  }
  async checkout(): Promise<never> {
    throw new RegistrarNotConnected();
  }
}

class RegistrarNotConnected extends Unavailable {
  constructor() {
    super('REGISTRAR_NOT_CONNECTED', 'The live registrar API is switched on, and no registrar is connected to it.', {
      headers: { 'Retry-After': '3600' },
    });
  }
}
