import { invalid, unavailable } from '#platform/model';

export class InvalidReason extends invalid({
  code: 'INVALID_REASON',
  description: 'The reason is empty, too long, or not one line of text.',
  reproduce: 'Switch the live registrar API on or off with an empty reason.',
}) {
  constructor(problem: string) {
    super(`The reason ${problem}. It is kept in the history.`);
  }
}

export class RegistrarDisabled extends unavailable({
  code: 'REGISTRAR_DISABLED',
  description: 'The live registrar API is switched off.',
  header: 'Retry-After',
  headerValue: '60',
  advice: 'Use the sandbox, or ask an operator to switch the live registrar API on. Your request is not the cause.',
  reproduce:
    'Send a request to a route under `/api/v1/registrar` while the live registrar API is switched off, which is the default.',
}) {}

export class RegistrarNotConnected extends unavailable({
  code: 'REGISTRAR_NOT_CONNECTED',
  description: 'No registrar is connected to this installation.',
  header: 'Retry-After',
  headerValue: '3600',
  advice: 'Use the sandbox.',
  reproduce: 'Switch the live registrar API on, as an operator, and search a domain with a live key.',
}) {}
