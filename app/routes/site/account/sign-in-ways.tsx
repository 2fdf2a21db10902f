import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { wayName } from '#app/domain/identity/providers/way-names.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Ways to sign in', args)

export const handle = {
  styles: ['button', 'entry', 'back-link', 'lines', 'account-settings'],
} satisfies PageHandle

/** What the way is known by: the account's own address, or the one that the provider named. */
function addressOf(
  account: { email: string | null; phone: string | null },
  provider: string,
  named: unknown,
): string {
  if (provider === 'email') return account.email ?? ''
  if (provider === 'phone') return `+${account.phone ?? ''}`
  return typeof named === 'string' ? named : ''
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const { providers } = identityContext(app).configuration
  const { account, parts } = holder
  return {
    ways: parts.identities.map(({ identityId, provider, identityData }) => ({
      id: identityId,
      name: wayName(provider, providers),
      address: addressOf(account, provider, identityData.email),
    })),
  }
}

export default function SignInWays() {
  const { ways } = useLoaderData<typeof loader>()
  return (
    <AccountPage>
      <div className="stack">
        <h1>Ways to sign in</h1>
        <p>Each one signs you in to this account.</p>
      </div>
      <ul className="lines devices">
        {ways.map(({ id, name, address }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <span className="soft">{address}</span>
            </div>
          </li>
        ))}
      </ul>
    </AccountPage>
  )
}
