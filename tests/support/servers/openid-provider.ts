/**
 * A whole OpenID Connect provider on this machine, and a browser without scripts that signs in
 * there.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

export type ProviderAccount = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

export type OpenidProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who can sign in there, by the `login_hint` of the request; `deny` says no. */
  accounts: Map<string, ProviderAccount>
  /** Addresses that codes may be sent to. */
  redirectUris: string[]
  close(): Promise<void>
}

const clientId = 'cadence'
const clientSecret = 'the secret that cadence has at the provider'

/** Starts a provider that asks nothing: anyone who comes is signed in as their `login_hint` says. */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const accounts = new Map<string, ProviderAccount>()
  const redirectUris: string[] = []
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['https://set.below.example/'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of the provider'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const account = accounts.get(sub)
      return account ? { accountId: sub, claims: async () => ({ ...account }) } : undefined
    },
    loadExistingGrant: async (ctx) => {
      const accountId = ctx.oidc.session?.accountId
      if (!accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ accountId, clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The server that sends people here starts later, so its addresses are looked up when they are
  // used.
  const client = provider.Client.prototype as unknown as {
    redirectUriAllowed(uri: string): boolean
  }
  client.redirectUriAllowed = (uri) => redirectUris.includes(uri)
  const callback = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const { params } = await provider.interactionDetails(request, response)
    const hint = String(params.login_hint ?? '')
    const result =
      hint === 'deny'
        ? { error: 'access_denied', error_description: 'The person said no' }
        : { login: { accountId: hint, remember: false } }
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    })
  })
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    redirectUris,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/**
 * Goes where a browser would go from `address`, with a browser's cookies for the provider, until it
 * is sent to an address that `until` names; answers that address. A page on the way ends it with an
 * error.
 */
export async function followTo(address: string, until: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let step = 0; step < 15; step += 1) {
    if (until(url)) return url
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Accept: '*/*',
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('Location')
    if (!location)
      throw new Error(
        `${url.href} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`,
      )
    url = new URL(location, url)
  }
  throw new Error(`No end after 15 steps, last at ${url.href}`)
}
