/**
 * A provider whose keys a test holds: it says what the test wants, also what no honest provider
 * would.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterFile } from '../run/test-file.ts'

export type TokenIssuer = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Variables that make it the provider `oidc` of an installation. */
  variables: Record<string, string>
  /** An id token, right in everything that `claims`, `header` and `key` leave alone. */
  idToken(
    claims?: JWTPayload & { [name: string]: unknown },
    options?: { header?: Record<string, unknown>; key?: CryptoKey | Uint8Array },
  ): Promise<string>
  /**
   * The signing key's public half, as text: the secret that an attacker of algorithms would use.
   */
  publicPem: string
  publicKeyText: string
  /** Further fields of the metadata, or fields with other values. */
  metadata: Record<string, unknown>
  /** What the token endpoint answers next, and what it was last asked. */
  tokenAnswer: Record<string, unknown> | null
  asked: { body: URLSearchParams; authorization: string } | null
  userInfo: Record<string, unknown> | null
  /** How often the keys were asked for. */
  keysAsked: number
  /** Takes a new signing key; the old one is gone. */
  rotate(): Promise<void>
}

/** Starts one on a free port of this machine, for one test file. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const clientId = `client-${randomUUID()}`
  let keys = await freshKeys()
  const server = createServer(async (request, response) => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
    switch (request.url?.split('?')[0]) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: self.issuer,
          authorization_endpoint: `${self.issuer}/authorize`,
          token_endpoint: `${self.issuer}/token`,
          jwks_uri: `${self.issuer}/keys`,
          userinfo_endpoint: `${self.issuer}/me`,
          ...self.metadata,
        })
      case '/keys':
        self.keysAsked += 1
        return answer({ keys: [keys.jwk] })
      case '/token':
        self.asked = {
          body: new URLSearchParams(await bodyOf(request)),
          authorization: request.headers.authorization ?? '',
        }
        return self.tokenAnswer ? answer(self.tokenAnswer) : answer({ error: 'invalid_grant' }, 400)
      case '/me':
        return self.userInfo ? answer(self.userInfo) : answer({}, 401)
      default:
        return answer({}, 404)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientSecret = 'secret of the client'
  const self: TokenIssuer = {
    issuer,
    clientId,
    clientSecret,
    variables: {
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_CLIENT_ID: `${clientId},native-app`,
      AUTH_OIDC_SECRET: clientSecret,
    },
    publicPem: keys.pem,
    publicKeyText: JSON.stringify(keys.jwk),
    metadata: {},
    tokenAnswer: null,
    asked: null,
    userInfo: null,
    keysAsked: 0,
    idToken: (claims = {}, { header = {}, key = keys.privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({
        iss: issuer,
        aud: clientId,
        sub: `sub-${randomUUID()}`,
        iat: now,
        exp: now + 600,
        email: `${randomUUID()}@example.test`,
        email_verified: true,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid, ...header })
        .sign(key)
    },
    rotate: async () => {
      keys = await freshKeys()
    },
  }
  return self
}

async function freshKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  return { privateKey, jwk, pem: await exportSPKI(publicKey) }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** `at_hash` of an access token in a token signed with a SHA-256 algorithm. */
export const atHashOf = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
