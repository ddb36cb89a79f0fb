import { Injectable } from '@nestjs/common';
import { RegistrarNotConnected } from '../model/errors.js';
import { RegistrarGateway } from './registrar-gateway.js';

/** The gateway of an installation without a registrar. */
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
