import { Link } from '@remix-run/react'
import type { PersonProfile } from '#app/domain/overview/person-profile-words.ts'
import { count } from '#app/values/wording.ts'

/** Where an act on the person has its page. */
export type Act = (
  act:
    | 'edit'
    | 'invitation'
    | 'family'
    | 'documents'
    | 'membership'
    | 'package'
    | 'credits'
    | 'consents'
    | 'fields'
    | 'level'
    | 'standing',
  params?: Record<string, string>,
) => string
/** Who looks after them, or whom they look after; nothing where there is nobody to show or add. */
export function Family(props: {
  profile: PersonProfile
  act: Act
  pathOf: (personId: string) => string
  write: boolean
}) {
  const { profile, act, pathOf, write } = props
  if (profile.family.length === 0 && !write) return null
  return (
    <section>
      <h2>Family</h2>
      {profile.family.length === 0 && <p className="muted">Nobody added</p>}
      <ul className="holds">
        {profile.family.map(({ id, name, note }) => (
          <li key={id}>
            <Link to={pathOf(id)}>{name}</Link> {note && <span className="muted">{note}</span>}
          </li>
        ))}
      </ul>
      {write && (
        <p className="do">
          <Link to={act('family')}>Change family</Link>
        </p>
      )}
    </section>
  )
}

/** Who brought them and whom they brought; nothing where it is neither. */
export function Referrals(props: {
  profile: PersonProfile
  pathOf: (personId: string) => string
  listPath: string
}) {
  const { referredBy, brought } = props.profile
  if (!referredBy && brought === 0) return null
  return (
    <section>
      <h2>Referrals</h2>
      <ul className="holds">
        {referredBy && (
          <li>
            Referred by <Link to={props.pathOf(referredBy.id)}>{referredBy.name}</Link>
          </li>
        )}
        {brought > 0 && (
          <li>
            <Link to={props.listPath}>{count(brought, 'friend')} referred</Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/** What they signed and have to sign; nothing where the studio asks for none. */
export function Documents({ profile, act }: { profile: PersonProfile; act: Act | null }) {
  if (profile.documents.length === 0) return null
  return (
    <section>
      <h2>Documents</h2>
      <ul className="holds">
        {profile.documents.map(({ id, name, text, needed }) => (
          <li key={id}>
            <b>{name}</b>
            <p className={needed ? 'warn' : 'muted'}>{text}</p>
          </li>
        ))}
      </ul>
      {act && (
        <p className="do">
          <Link to={act('documents')}>Sign on paper</Link>
        </p>
      )}
    </section>
  )
}
