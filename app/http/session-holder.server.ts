import type { AppLoadContext } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import {
  type AccountParts,
  findBearer,
} from '#app/domain/identity/accounts/account-queries.server.ts'
import type { SessionHolder } from '#app/domain/identity/factors/enrol-factor.server.ts'
import { paths } from '#app/paths.ts'
import { pageOf, requireVisitor } from './guards.server.ts'
import type { RequestContext, Visitor } from './request-context.server.ts'

/** Someone at work on their own account, with all that the auth service knows of it. */
export type OwnAccount = {
  app: RequestContext
  visitor: Visitor
  holder: SessionHolder & { parts: AccountParts }
}

/**
 * Guards a page of the own account; the account with its ways in and its second factors is trip 2.
 */
export async function requireOwnAccount(context: AppLoadContext): Promise<OwnAccount> {
  const { app, visitor } = await requireVisitor(context)
  const holder = await findHolder(app, visitor)
  if (!holder) throw redirect(paths.signIn({ next: pageOf(app) }), 303)
  return { app, visitor, holder }
}

/** The account and session of ids that trip 1 has answered; null where they went meanwhile. */
export async function findHolder(
  app: RequestContext,
  ids: { userId: string; sessionId: string },
): Promise<OwnAccount['holder'] | null> {
  const { account, session, identities, factors } = await findBearer(app.directory, ids)
  return account && session ? { account, session, parts: { identities, factors } } : null
}
