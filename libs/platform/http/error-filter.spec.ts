import { Refusal } from './errors/refusal.js';
import { errorResponse } from './error-filter.js';

const withCode = (code: string) => Object.assign(new Error('details that are not public'), { code });

describe('the response to an error that no class declares', () => {
  it.each([
    [new Error('details that are not public'), 500, 'INTERNAL_ERROR', true],
    ['a text', 500, 'INTERNAL_ERROR', true],
    [undefined, 500, 'INTERNAL_ERROR', true],
    [withCode('ECONNREFUSED'), 503, 'SERVICE_UNAVAILABLE', true],
    [withCode('FST_ERR_NOT_FOUND'), 404, 'NOT_FOUND', false],
    [withCode('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'PAYLOAD_TOO_LARGE', false],
    [withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE'), 415, 'UNSUPPORTED_MEDIA_TYPE', false],
    [withCode('FST_ERR_CTP_INVALID_JSON_BODY'), 400, 'MALFORMED_JSON', false],
  ])('to %s is %d %s', (error, status, code, retryable) => {
    const { body, ...answer } = errorResponse(error);
    expect(answer.status).toBe(status);
    expect(body.error).toEqual({ code, message: expect.any(String), retryable, docs: `/docs/errors#${code}` });
    expect(body.error.message).not.toContain('not public');
  });
});

describe('the response to a stored error whose code no longer exists', () => {
  it.each([
    ['conflict', false],
    ['not_found', false],
    ['timeout', true],
    ['too_many', true],
    ['unavailable', true],
  ] as const)('of the kind %s has retryable = %s', (family, retryable) => {
    expect(errorResponse(new Refusal(family, 'REMOVED', 'A message.')).body.error).toMatchObject({ retryable });
  });
});
