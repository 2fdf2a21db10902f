import { instantFromMs } from '#app/values/instant.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { callHook } from './call-hook.server.ts'
import type { HookName } from './hook-configuration.ts'
import { HookRefusal } from './hook-refusal.ts'

export type Asking = Pick<IdentityContext, 'configuration' | 'nowMs' | 'refusedByHook'>

/** Asks a hook; a refusal ends the request as its door has it. */
export async function askHook(ctx: Asking, name: HookName, payload: Record<string, unknown>) {
  try {
    return await callHook(ctx, name, payload)
  } catch (error) {
    if (error instanceof HookRefusal) ctx.refusedByHook(error)
    throw error
  }
}

/** An account as hooks are told of it: nothing that is secret. */
export function hookUser(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    identities: [],
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    is_anonymous: account.isAnonymous,
  }
}

function aboutUser(
  ctx: IdentityContext,
  name: HookName,
  account: Account,
): Record<string, unknown> {
  const metadata = {
    uuid: crypto.randomUUID(),
    time: instantFromMs(ctx.nowMs),
    name,
    ip_address: ctx.caller.ip,
  }
  return { metadata, user: hookUser(account) }
}

/** Asks whether an account may be made, before anything is written; a refusal ends the request. */
export async function beforeUserCreated(ctx: IdentityContext, account: Account): Promise<void> {
  if (!ctx.configuration.hooks['before-user-created']) return
  await askHook(ctx, 'before-user-created', aboutUser(ctx, 'before-user-created', account))
}

/** Tells of an account that was made. It stands whatever the hook says. */
export async function afterUserCreated(ctx: IdentityContext, account: Account): Promise<void> {
  if (!ctx.configuration.hooks['after-user-created']) return
  try {
    await callHook(ctx, 'after-user-created', aboutUser(ctx, 'after-user-created', account))
  } catch (error) {
    console.error('The hook after-user-created failed', { user: account.id, error })
  }
}

/** Claims that every token needs, whatever a hook makes of it. */
const requiredClaims = [
  'aud',
  'exp',
  'iat',
  'sub',
  'email',
  'phone',
  'role',
  'aal',
  'session_id',
  'is_anonymous',
] as const

type Claims = Record<string, unknown>

/**
 * The claims of an access token as a hook wants them. Whose token it is and which session it
 * belongs to stay ours; a claim that every token needs may change but not go. `method` is how the
 * session began.
 */
export async function customizedClaims(
  ctx: Asking,
  claims: Claims,
  method: string,
): Promise<Claims> {
  const payload = { user_id: claims.sub, claims, authentication_method: method }
  const answer = await askHook(ctx, 'customize-access-token', payload)
  if (!answer) return claims
  const given = answer.claims as Claims | undefined
  const wrong =
    typeof given !== 'object' || given === null
      ? 'claims'
      : (requiredClaims.find((name) => typeof given[name] !== typeof claims[name]) ??
        (['sub', 'session_id'] as const).find((name) => given[name] !== claims[name]))
  if (wrong) {
    ctx.refusedByHook(
      new HookRefusal(
        500,
        'unexpected_failure',
        `A hook answered claims of which ${wrong} is missing or not allowed`,
      ),
    )
  }
  return { ...given }
}
