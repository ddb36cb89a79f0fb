import { invalid, notFound } from '#platform/model';

export class InvalidRange extends invalid({
  code: 'INVALID_RANGE',
  description: '`from` is not before `to`, the range is longer than 92 days, or `to` is after 9999-12-31T00:00:00Z.',
  reproduce: 'Request statistics with the same time in `from` and `to`.',
}) {}

export class RequestNotFound extends notFound({
  code: 'REQUEST_NOT_FOUND',
  description: 'The request is not in the log.',
  reproduce: 'Get a request with an ID that does not exist.',
  message: (id: string) => `Request "${id}" is not in the log. Requests are kept for 30 days.`,
}) {}
