import { applyDecorators } from '@nestjs/common';
import { Refuses } from '#platform/http/openapi';
import {
  ChallengeExpired,
  ConfirmationRequired,
  LoginLimited,
  PasskeysUnavailable,
  WrongCode,
  WrongPasskey,
  WrongPassword,
} from '../model/errors.js';

/** Documents a route that calls `ConfirmPerson`. */
export const NeedsConfirmation = () =>
  applyDecorators(
    Refuses(ConfirmationRequired, WrongPassword, WrongCode, WrongPasskey),
    Refuses(PasskeysUnavailable, ChallengeExpired, LoginLimited),
  );
