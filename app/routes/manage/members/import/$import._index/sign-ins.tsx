import { Link } from '@remix-run/react'
import type { ImportedSignIns } from '#app/domain/imports/import-words.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

/** How far the people of a file are with signing in, and the way to invite those who can be. */
export function SignIns(props: {
  studio: { slug: string }
  importId: string
  signIns: ImportedSignIns
}) {
  const { studio, importId: imported } = props
  const { invitable, invited, has } = props.signIns
  if (invitable + invited + has === 0) return null
  const listed = (account: 'invited' | 'has') => paths.manageMembers(studio, { imported, account })
  const filters = new URLSearchParams({ imported }).toString()
  return (
    <section aria-labelledby="sign-ins">
      <h2 id="sign-ins">Signing in</h2>
      {invited + has > 0 && (
        <p>
          <Link to={listed('has')}>{count(has, 'person signs', 'people sign')} in</Link>,{' '}
          <Link to={listed('invited')}>
            {count(invited, 'person was', 'people were')} invited without an answer yet
          </Link>
          .
        </p>
      )}
      {invitable > 0 && (
        <>
          <p>
            {count(invitable, 'person has', 'people have')} an email address and can be invited.
            Each gets one email with a link that works for seven days.
          </p>
          <p>
            <Link
              className="button primary"
              to={paths.manageBulk(studio, { act: 'invite', all: '1', filters })}
            >
              Invite {count(invitable, 'person', 'people')}
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
