import { invalid, notFound } from '#platform/model';

export class InvalidRange extends invalid({
  code: 'INVALID_RANGE',
  description: '`from` is not before `to`, or the range is longer than 92 days.',
}) {
  constructor() {
    super('from must be before to, by at most 92 days, and to must be before 9999-12-31.');
  }
}

export class RequestNotFound extends notFound({
  code: 'REQUEST_NOT_FOUND',
  description: 'The request is not in the log.',
}) {
  constructor(id: string) {
    super(`Request "${id}" is not in the log. Requests are kept for 30 days.`);
  }
}
