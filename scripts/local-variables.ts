import { readConfiguration } from '../app/domain/identity/configuration.server.ts'
import { Stop } from './free-port.ts'

/** Variables of the environment that go into the Worker, over `.dev.vars` and what start sets. */
const ours =
  /^(MAIL_|SMTP_|STRIPE_|AUTH_|LIMIT_SCALE$|SITE_URL$|DEV_TOOLS$|JWT_KEYS$|JWT_SECRET$|COOKIE_SECRET$|PUSH_KEY$)/

/**
 * The variables of a Worker on this machine: development tools on, then `.dev.vars`, then the
 * environment. Refuses those with which every page would be an error.
 */
export function localVariables(
  port: number,
  devVars: Record<string, string>,
): Record<string, string> {
  const given = Object.entries(process.env).filter(
    ([name, value]) => ours.test(name) && value !== undefined,
  )
  const variables = {
    DEV_TOOLS: 'true',
    SITE_URL: `http://127.0.0.1:${port}`,
    ...devVars,
    ...(Object.fromEntries(given) as Record<string, string>),
  }
  try {
    readConfiguration(variables)
  } catch (error) {
    throw new Stop(
      `${(error as Error).message}. Put it right in .dev.vars (or the environment), or delete its line there, and start again.`,
    )
  }
  return variables
}
