import { type PortalKey, portalRules } from '#app/domain/scope/portal-rules.ts'
import { paths } from '#app/paths.ts'
import { State } from './state.tsx'

/** In place of a form, where the studio keeps an act to itself. Style: `button`. */
export function AskStudio(props: {
  studio: { slug: string }
  rule: PortalKey
  title: string
  /** Leads back to what stays as it is. */
  keep?: { path: string; label: string }
}) {
  const { studio, rule, title, keep } = props
  return (
    <div data-refusal="ask_studio">
      <State icon="lock" title={title}>
        <p>{portalRules[rule].off}</p>
        <p className="pair">
          <a className="button primary" href={paths.ask(studio)}>
            Ask us
          </a>
          {keep && (
            <a className="button" href={keep.path}>
              {keep.label}
            </a>
          )}
        </p>
      </State>
    </div>
  )
}
