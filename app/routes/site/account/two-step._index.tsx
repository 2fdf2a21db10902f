import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { countRecoveryCodes } from '#app/domain/identity/factors/recovery-codes.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { requireOwnAccount } from '#app/http/session-holder.server.ts'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#app/ui/account/account-page.tsx'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Two-step sign-in', args)

export const handle = {
  styles: ['button', 'entry', 'back-link', 'lines', 'tag', 'account-settings'],
} satisfies PageHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, holder } = await requireOwnAccount(context)
  const { totpEnabled, phoneFactorEnabled } = identityContext(app).configuration
  const factors = holder.parts.factors.filter(({ status }) => status === 'verified')
  return {
    factors: factors.map(({ id, factorType, friendlyName, phone, createdAt }) => ({
      id,
      name: friendlyName || (factorType === 'totp' ? 'Authenticator app' : 'Phone'),
      note:
        `${phone ? `+${phone}, since` : 'Since'} ` +
        `${dayMonthYear(createdAt.slice(0, 10), 'en-GB')}`,
    })),
    codesLeft: factors.length > 0 ? await countRecoveryCodes(app.directory, holder.account.id) : 0,
    totpEnabled,
    phoneFactorEnabled,
  }
}

export default function TwoStep() {
  const { factors, codesLeft, totpEnabled, phoneFactorEnabled } = useLoaderData<typeof loader>()
  const on = factors.length > 0
  return (
    <AccountPage>
      <div className="stack">
        <h1>Two-step sign-in</h1>
        <p>
          {on
            ? 'It is on. After your password we ask for a code, so a stolen password is not enough.'
            : 'It is off. When it’s on, we ask for a code after your password, so a stolen ' +
              'password is not enough.'}
        </p>
      </div>
      {on && (
        <ul className="lines devices">
          {factors.map(({ id, name, note }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <span className="soft">{note}</span>
              </div>
              <a className="button" href={paths.accountFactor(id)}>
                Remove<span className="vh"> {name}</span>
              </a>
            </li>
          ))}
          <li>
            <div>
              <b>Recovery codes</b>{' '}
              {codesLeft < 3 && (
                <span className="tag warn">{codesLeft === 0 ? 'None' : `Only ${codesLeft}`}</span>
              )}
              <span className="soft">
                {count(codesLeft, 'code')} left, for when your phone is lost.
              </span>
            </div>
            <a className="button" href={paths.accountPart('two-step/codes')}>
              New codes
            </a>
          </li>
        </ul>
      )}
      <div className="stack">
        {totpEnabled && (
          <form method="post" action={paths.accountPart('two-step/app')}>
            <SubmitButton plain={on}>
              {on ? 'Add another app' : 'Set up an authenticator app'}
            </SubmitButton>
          </form>
        )}
        {phoneFactorEnabled && (
          <a className="button big wide" href={paths.accountPart('two-step/phone')}>
            {on ? 'Add a phone number' : 'Use text messages instead'}
          </a>
        )}
      </div>
    </AccountPage>
  )
}
