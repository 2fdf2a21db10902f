import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ServerEnv } from '#functions/server-env.ts'

/**
 * A refusal on its way to the wire. The true status is a text in the body; HTTP says 400 for nearly
 * all of them.
 */
export class StorageError extends Error {
  constructor(
    readonly statusCode: string,
    readonly error: string,
    readonly code: string,
    message: string,
    readonly status: ContentfulStatusCode = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export const refusals = {
  noAuthorization: () =>
    new StorageError(
      '400',
      'Error',
      'InvalidRequest',
      "headers must have required property 'authorization'",
    ),
  badToken: (reason: 'expired' | 'invalid' | 'revoked') =>
    new StorageError(
      '403',
      'Unauthorized',
      'AccessDenied',
      { expired: 'jwt expired', invalid: 'Invalid Compact JWS', revoked: 'jwt revoked' }[reason],
    ),
  secondStep: () =>
    new StorageError(
      '403',
      'Unauthorized',
      'insufficient_aal',
      'AAL2 session is required: the account has a second factor',
      403,
    ),
  rowLevel: (rule: string) =>
    new StorageError(
      '403',
      'Unauthorized',
      'AccessDenied',
      `new row violates row-level security policy: ${rule}`,
    ),
  noBucket: () => new StorageError('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found'),
  noObject: () => new StorageError('404', 'not_found', 'NoSuchKey', 'Object not found'),
  noBytes: () =>
    new StorageError('404', 'Not found', 'NoSuchKey', 'The resource was not found', 400, {
      'Cache-Control': 'no-store',
    }),
  exists: () =>
    new StorageError('409', 'Duplicate', 'ResourceAlreadyExists', 'The resource already exists'),
  keyExists: () =>
    new StorageError('409', 'Duplicate', 'KeyAlreadyExists', 'The resource already exists'),
  invalidKey: (key: string) =>
    new StorageError('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${printable(key)}`),
  invalidBucketName: () =>
    new StorageError('400', 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid'),
  tooLarge: (message = 'The object exceeded the maximum allowed size') =>
    new StorageError('413', 'Payload too large', 'EntityTooLarge', message),
  wrongType: (message: string) =>
    new StorageError('415', 'invalid_mime_type', 'InvalidMimeType', message),
  badRequest: (message: string) =>
    new StorageError('400', 'Bad Request', 'InvalidRequest', message),
  slowDown: () =>
    new StorageError('429', 'too_many_requests', 'SlowDown', 'Too many requests', 429),
  noNewerList: () =>
    new StorageError(
      '404',
      'Not Found',
      'InvalidRequest',
      'This service has no list-v2; list() answers the same files',
      404,
    ),
  noRoute: (method: string) =>
    new StorageError('404', 'Not Found', 'InvalidRequest', `Route ${method} not found`, 404),
}

/** What a caller wrote, cut short, for a message. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)

/**
 * Errors go back to the caller in the body of the wire contract; what nobody expected is logged.
 */
export function answerError(error: Error, c: Context<ServerEnv>): Response {
  const known = error instanceof StorageError
  if (!known) console.error(error)
  const answer = known
    ? error
    : new StorageError(
        '500',
        'Internal',
        'InternalError',
        `Internal Server Error (${c.var.app.requestId})`,
        500,
      )
  const { statusCode, message, code, status, headers } = answer
  // A failed upload or delete is logged (specification 8); what strangers look for in vain is not.
  if (known && c.req.method !== 'GET')
    console.info('Storage refused', c.var.app.requestId, statusCode, code, message)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return c.json({ statusCode, error: answer.error, message, code }, status)
}
