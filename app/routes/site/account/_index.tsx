import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { wayName } from '#app/domain/identity/providers/way-names.ts'
import { accountPage } from '#app/domain/overview/account-page.server.ts'
import { notFound, requireVisitor } from '#app/http/guards.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Sign-in and devices', args)

export const handle = {
  styles: ['button', 'entry', 'lines', 'tag', 'account-settings'],
} satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, visitor } = await requireVisitor(context)
  const page = await accountPage(app.directory, visitor.userId)
  if (!page) throw notFound()
  const { account, factors, identities, sessions, studios } = page
  const { providers } = identityContext(app).configuration
  const verified = factors.filter(({ status }) => status === 'verified')
  return {
    name: visitor.name,
    email: account.email,
    newEmail: account.newEmail,
    phone: account.phone && `+${account.phone}`,
    newPhone: account.newPhone && `+${account.newPhone}`,
    hasPassword: account.passwordHash !== null,
    twoStep: verified.map(({ factorType }) =>
      factorType === 'totp' ? 'authenticator app' : 'phone',
    ),
    devices: count(sessions, 'device'),
    ways: [...new Set(identities.map(({ provider }) => wayName(provider, providers)))],
    studios: studios.map(({ slug, name }) => ({ slug, name })),
  }
}

export default function Account() {
  const account = useLoaderData<typeof loader>()
  const { studios } = account
  return (
    <SiteFrame>
      <main id="main" className="entry">
        <div className="stack">
          <h1>Sign-in and devices</h1>
          <p className="soft">One sign-in for every studio on Cadence.</p>
        </div>
        <section className="stack" aria-labelledby="you">
          <h2 id="you">You</h2>
          <ul className="lines tight settings">
            <Setting
              name="Name"
              path={paths.accountPart('name')}
              value={account.name || 'Not given'}
            />
            <Setting
              name="Email address"
              path={paths.accountPart('email')}
              value={account.email ?? 'None'}
              waiting={account.newEmail}
            />
            <Setting
              name="Phone number"
              path={paths.accountPart('phone')}
              value={account.phone ?? 'None'}
              waiting={account.newPhone}
            />
          </ul>
        </section>
        <section className="stack" aria-labelledby="signing-in">
          <h2 id="signing-in">Signing in</h2>
          <ul className="lines tight settings">
            <Setting
              name="Password"
              path={paths.accountPart('password')}
              value={account.hasPassword ? 'Set' : 'None yet'}
            />
            <Setting
              name="Two-step sign-in"
              path={paths.accountPart('two-step')}
              value={account.twoStep.length > 0 ? `On: ${account.twoStep.join(', ')}` : 'Off'}
            />
            <Setting name="Devices" path={paths.accountPart('devices')} value={account.devices} />
            <Setting
              name="Ways to sign in"
              path={paths.accountPart('sign-in-ways')}
              value={account.ways.join(', ')}
            />
          </ul>
        </section>
        {studios.length > 0 && (
          <section className="stack" aria-labelledby="studios">
            <h2 id="studios">Your studios</h2>
            <ul className="lines tight">
              {studios.map((studio) => (
                <li key={studio.slug}>
                  <a className="go" href={paths.studio(studio)}>
                    <span>{studio.name}</span>
                    <Icon name="next" />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <form method="post" action={paths.signOut()}>
          <button type="submit" className="button wide">
            Sign out on this device
          </button>
        </form>
        <p>
          <a href={paths.accountPart('close')}>Close your account</a>
        </p>
      </main>
    </SiteFrame>
  )
}

/** One thing about the account: what it is now, and the page that changes it. */
function Setting(props: { name: string; value: string; path: string; waiting?: string | null }) {
  const { name, value, path, waiting } = props
  return (
    <li>
      <a className="go" href={path}>
        <span>
          <span className="vh">Change: </span>
          <b>{name}</b>
          <span className="value">{value}</span>
          {waiting && <span className="tag warn">{waiting} is waiting to be confirmed</span>}
        </span>
        <Icon name="next" />
      </a>
    </li>
  )
}
