import { Hono } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import { inviteUser } from '#app/domain/identity/accounts/invite-user.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { emailOf } from './addresses.ts'
import { metadataParam } from './admin/account-params.ts'
import { requireAdmin } from './callers.ts'
import { errandRedirectOf } from './redirects.ts'
import { refusalError } from './refusals.ts'
import { readJson, userObject } from './wire.ts'

const InviteParams = z.object({
  email: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** POST /invite: the user object, with `invited_at`, and a mail. */
export const invite = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const by = await requireAdmin(c)
  const { email, data } = await readJson(c, InviteParams)
  const result = await inviteUser(identityContext(app), by, {
    email: emailOf(email ?? ''),
    userMetadata: metadataParam(data) ?? {},
    redirectTo: errandRedirectOf(c),
  })
  if (!result.ok) throw refusalError(result)
  deliverSoon(app, app.directory)
  return c.json(
    userObject(result.account, await findAccountParts(app.directory, result.account.id)),
  )
})
