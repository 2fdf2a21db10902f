import * as z from 'zod'
import type { ActiveProvider } from './active-providers.server.ts'
import { callbackAddress, type FlowSecrets } from './begin-provider-sign-in.server.ts'
import {
  type ExternalIdentity,
  externalIdentityOf,
  type ProviderTokens,
} from './external-identity.ts'
import { type CheckIdTokenResult, checkIdToken } from './id-tokens.server.ts'
import { askProvider, discover, type ProviderMetadata } from './openid-discovery.server.ts'

type Asking = { origin: string; nowMs: number }

const TokenAnswer = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string().optional(),
})

const UserInfo = z.looseObject({ sub: z.string() })

export type AskProviderResult =
  | { ok: true; identity: ExternalIdentity; tokens: ProviderTokens }
  /** The answer came in the name of another provider. */
  | { ok: false; reason: 'wrong_issuer' }
  | Extract<CheckIdTokenResult, { ok: false }>

/**
 * Exchanges a provider's code for who the person is: with our client's secret and the verifier of
 * this very flow, and the id token checked with its nonce. `iss` is who the answer says it is from,
 * where it says so (RFC 9207).
 */
export async function askWhoItIs(
  asking: Asking,
  provider: ActiveProvider,
  { code, iss, secrets }: { code: string; iss: string | null; secrets: FlowSecrets },
): Promise<AskProviderResult> {
  const discovered = await discover(asking, provider.issuer)
  if (!discovered.ok) return discovered
  const metadata = discovered.value
  if (
    iss === null ? metadata.authorization_response_iss_parameter_supported : iss !== metadata.issuer
  ) {
    return { ok: false, reason: 'wrong_issuer' }
  }
  const answer = await askProvider(
    asking,
    metadata.token_endpoint,
    TokenAnswer,
    tokenRequest(asking, provider, metadata, { code, secrets }),
  )
  if (!answer.ok) return answer
  const { access_token, id_token, refresh_token } = answer.value
  const checked = await checkIdToken(asking, provider, {
    idToken: id_token,
    nonce: secrets.nonce,
    accessToken: access_token,
  })
  if (!checked.ok) return checked
  const claims = await withUserInfo(asking, metadata, checked.claims, access_token)
  return {
    ok: true,
    identity: externalIdentityOf(provider.name, claims),
    tokens: {
      provider_token: access_token,
      ...(refresh_token ? { provider_refresh_token: refresh_token } : {}),
    },
  }
}

function tokenRequest(
  asking: Asking,
  { name, clientIds, clientSecret }: ActiveProvider,
  { token_endpoint_auth_methods_supported: methods }: ProviderMetadata,
  { code, secrets }: { code: string; secrets: FlowSecrets },
): RequestInit {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackAddress(asking, name),
    code_verifier: secrets.verifier,
  })
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' }
  // Where a provider names no way, basic is the one (OpenID Connect Discovery §3).
  if (methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')) {
    body.set('client_id', clientIds[0])
    body.set('client_secret', clientSecret)
  } else {
    const pair = [clientIds[0], clientSecret].map((part) =>
      new URLSearchParams({ p: part }).toString().slice(2),
    )
    headers.Authorization = `Basic ${btoa(pair.join(':'))}`
  }
  return { method: 'POST', headers, body: body.toString() }
}

/**
 * Some providers tell the address only here. Nothing is taken from an answer about someone else.
 */
async function withUserInfo<Claims extends { sub: string; email?: unknown }>(
  asking: Asking,
  { userinfo_endpoint: address }: ProviderMetadata,
  claims: Claims,
  accessToken: string,
): Promise<Claims> {
  if (claims.email !== undefined || !address) return claims
  const answer = await askProvider(asking, address, UserInfo, {
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  if (!answer.ok || answer.value.sub !== claims.sub) return claims
  const { email, email_verified, name, given_name, family_name, picture } = answer.value
  return { ...claims, email, email_verified, name, given_name, family_name, picture }
}
