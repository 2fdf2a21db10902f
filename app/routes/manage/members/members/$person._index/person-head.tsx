import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { PersonProfile } from '#app/domain/overview/person-profile-words.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Label } from '#app/ui/list/label.tsx'

/** Who it is, at a glance: name, what they are to the studio, how to reach them. */
export function PersonHead(props: {
  profile: PersonProfile
  /** The signed link of their portrait; empty shows initials. */
  photo: string
  tagPath: (tag: string) => string
  actions: ReactNode
}) {
  const { profile, photo, tagPath, actions } = props
  const { person } = profile
  return (
    <header className="page-head">
      <div className="person">
        <Avatar name={person.name} photo={photo} large />
        <div>
          <h1>{person.name}</h1>
          <p>
            <Label {...profile.label} />
            {profile.memberships[0] && <Label text={profile.memberships[0].name} tone={null} />}
            {profile.creditsLabel && <Label text={profile.creditsLabel} tone="good" />}
            {person.tags.map((tag) => (
              <Link key={tag} className="label line" to={tagPath(tag)}>
                {tag}
              </Link>
            ))}
            {person.email && <a href={`mailto:${person.email}`}>{person.email}</a>}
            {person.phone && <a href={`tel:${person.phone}`}>{person.phone}</a>}
          </p>
        </div>
      </div>
      <div className="actions">{actions}</div>
    </header>
  )
}

/**
 * What must be seen before anything else: pinned notes, then fees that are not collected and what
 * is open in the account; `feePath` leads to waiving a fee, `payPaths` to
 * taking money and paying out.
 */
export function PersonNotices(props: {
  profile: PersonProfile
  feePath: ((feeId: string) => string) | null
  payPaths: { take: (id: string, payerId?: string) => string; payOut: string } | null
}) {
  const { profile, feePath, payPaths } = props
  const { fees, account } = profile
  const archived = profile.person.archived
  const { banned } = profile.person
  if (
    banned === null &&
    !archived &&
    profile.pinned.length === 0 &&
    fees.length === 0 &&
    account.length === 0
  )
    return null
  return (
    <div className="notices">
      {banned !== null && (
        <div className="notice bad">
          <Icon name="off" />
          <p>
            <b>{profile.person.name} is banned.</b> They can’t book or check in. {banned}
          </p>
        </div>
      )}
      {archived && (
        <div className="notice">
          <Icon name="off" />
          <p>
            <b>{profile.person.name} is archived.</b> They’re hidden from lists. Nothing is deleted.
          </p>
        </div>
      )}
      {profile.pinned.map(({ id, tone, text, by }) => (
        <div key={id} className={`notice ${tone}`}>
          <Icon name="warning" />
          <p>
            <b>{text}</b>
          </p>
          <p className="do muted">{by}</p>
        </div>
      ))}
      {fees.map(({ id, payerId, title, note }) => (
        <div key={id} className="notice warn">
          <Icon name="clock" />
          <p>
            <b>{title}.</b> {note}
          </p>
          {(payPaths || feePath) && (
            <div className="do">
              {payPaths && (
                <Link className="button small" to={payPaths.take(id, payerId)}>
                  Take payment<span className="vh"> of {title}</span>
                </Link>
              )}
              {feePath && (
                <Link to={feePath(id)}>
                  Waive<span className="vh"> {title}</span>
                </Link>
              )}
            </div>
          )}
        </div>
      ))}
      {account.map(({ id, title, working, owed, feeId }) => (
        <div key={id} className="notice warn">
          <Icon name="receipt" />
          <p>
            <b>{title}.</b> {working}
          </p>
          {payPaths && owed && (
            <p className="do">
              <Link className="button small" to={payPaths.take(id)}>
                Take payment<span className="vh"> for {working}</span>
              </Link>
              {feePath && feeId && (
                <Link to={feePath(feeId)}>
                  Waive<span className="vh"> {working}</span>
                </Link>
              )}
            </p>
          )}
          {payPaths && !owed && (
            <Form method="post" action={payPaths.payOut} className="do">
              <button type="submit" className="button small" name="item" value={id}>
                Pay out<span className="vh">: {working}</span>
              </button>
            </Form>
          )}
        </div>
      ))}
    </div>
  )
}
