import type { IdentityContext } from '../identity-context.ts'
import { originOf } from '../known-devices.server.ts'
import type { SessionHolder } from './enrol-factor.server.ts'

/**
 * A try at the second step, by a factor's code or a recovery code. Only a device that took it before
 * is known there: who merely has the password locks nobody out.
 */
export const secondStepGuess = (
  ctx: IdentityContext,
  { id, email, phone }: SessionHolder['account'],
) => ({ limit: 'secondStep' as const, subject: id, origin: originOf(ctx, email, phone) })
