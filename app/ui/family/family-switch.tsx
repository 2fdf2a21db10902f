import type { Shell } from '#app/domain/studios/shell.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'
import { Icon } from '../icon/icon.tsx'
import { initialsOf } from '../layout/studio-mark.tsx'
import { chosenOf } from './chosen.ts'

/** Whose pages are shown, in the bar: the viewer’s own, or a child’s. Styles: `household`. */
export function FamilySwitch(props: {
  studio: { slug: string }
  family: NonNullable<Shell['family']>
  viewerName: string
  here: string
}) {
  const { studio, family, viewerName, here } = props
  const child = chosenOf(family)
  const home = paths.home(studio)
  // Pages of the studio are the same for all; a booking is one person's.
  const page = here.startsWith(home) ? here : home
  return (
    <details className="household">
      <summary className="tool">
        <span className={child ? 'face kin' : 'face'} aria-hidden="true">
          {initialsOf(child ? child.called : viewerName)}
        </span>
        {child ? (
          <>
            <b>{child.called}</b>
            <span className="vh">, change person</span>
          </>
        ) : (
          <span className="vh">{viewerName}, your account and family</span>
        )}
        <Icon name="down" />
      </summary>
      <div className="household-menu">
        <p className="over">Who is it for?</p>
        <ul>
          <li>
            <a href={pathFor(page, family.self)} aria-current={child ? undefined : 'true'}>
              <span className="face" aria-hidden="true">
                {initialsOf(viewerName)}
              </span>
              <span>
                <b>{viewerName}</b>
                <br />
                <small className="soft">You</small>
              </span>
              {!child && <Icon name="tick" />}
            </a>
          </li>
          {family.relatives.map(({ id, name, called, age }) => (
            <li key={id}>
              <a href={pathFor(page, id)} aria-current={id === child?.id ? 'true' : undefined}>
                <span className="face kin" aria-hidden="true">
                  {initialsOf(called)}
                </span>
                <span>
                  <b>{name}</b>
                  {age !== null && (
                    <>
                      <br />
                      <small className="soft">{count(age, 'year')}</small>
                    </>
                  )}
                </span>
                {id === child?.id && <Icon name="tick" />}
              </a>
            </li>
          ))}
        </ul>
        <ul className="household-own">
          <li>
            <a href={pathFor(paths.portal(studio), family.self)}>Your account</a>
          </li>
          <li>
            <a href={paths.portalFamily(studio)}>Family</a>
          </li>
        </ul>
      </div>
    </details>
  )
}
