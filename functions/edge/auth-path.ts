/** First segments below the auth service: at a prefix of `/` they are told from pages by these. */
const endpoints =
  /^\/(signup|token|otp|magiclink|verify|sso|resend|recover|reauthenticate|user|logout|authorize|callback|factors|invite|admin|passkeys|settings|health|\.well-known\/jwks\.json)(\/|$)/

/**
 * The same request below `/auth/v1` where AUTH_PATH names another place for the auth service as
 * well (`/`, `/gotrue`): for clients that were written for it without a gateway. Our own links
 * always lead to `/auth/v1`.
 */
export function atAuthPath(
  request: Request,
  env: Partial<Record<`AUTH_${string}`, string>>,
): Request {
  const prefix = env.AUTH_PATH?.replace(/\/+$/, '')
  if (prefix === undefined || env.AUTH_PATH === '') return request
  const url = new URL(request.url)
  if (!url.pathname.startsWith(prefix)) return request
  const rest = url.pathname.slice(prefix.length)
  if (!endpoints.test(rest)) return request
  url.pathname = `/auth/v1${rest}`
  return new Request(url, request)
}
