/** Variables of the environment that go into the Worker, over `.dev.vars` and what start sets. */
const ours =
  /^(MAIL_|SMTP_|STRIPE_|AUTH_|LIMIT_SCALE$|SITE_URL$|DEV_TOOLS$|JWT_KEYS$|JWT_SECRET$|COOKIE_SECRET$|PUSH_KEY$)/

/** The variables of a Worker on this machine: development tools on, then `.dev.vars`, then the environment. */
export function localVariables(
  port: number,
  devVars: Record<string, string>,
): Record<string, string> {
  const given = Object.entries(process.env).filter(
    ([name, value]) => ours.test(name) && value !== undefined,
  )
  return {
    DEV_TOOLS: 'true',
    SITE_URL: `http://127.0.0.1:${port}`,
    ...devVars,
    ...(Object.fromEntries(given) as Record<string, string>),
  }
}
