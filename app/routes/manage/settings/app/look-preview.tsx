import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import { StudioMark } from '#app/ui/layout/studio-mark.tsx'
import type { StudioColour } from '#app/values/colour.ts'
import { lookColours, type Scheme } from '#app/values/look-colours.ts'
import { type Viewer, viewers } from './viewers.ts'

/** The home page as a phone shows it, in light and dark, with the tokens of the look. */
export function LookPreview(props: {
  studio: { slug: string; name: string }
  as: Viewer
  look: StudioColour
  logo: string
  /** The main navigation as members see it. */
  tabs: readonly string[]
  /** What home shows below what is next; left out where that is not what is changed. */
  parts?: readonly string[]
  /** What members are told on every page; empty is nothing. */
  notice?: string
  /** The page the preview is on, as somebody. */
  path: (as: Viewer) => string
}) {
  const { studio, as, look, path } = props
  return (
    <aside aria-labelledby="preview" className="look-preview">
      <InlineStyle css={styleOf(look, 'light') + styleOf(look, 'dark')} />
      <h2 id="preview">Preview</h2>
      <ul className="look-as">
        {(Object.keys(viewers) as Viewer[]).map((viewer) => (
          <li key={viewer}>
            <Link to={path(viewer)} aria-current={viewer === as ? 'true' : undefined}>
              {viewers[viewer]}
            </Link>
          </li>
        ))}
      </ul>
      <div className="look-phones">
        <Phone {...props} scheme="light" />
        <Phone {...props} scheme="dark" />
      </div>
      <p className="muted">The class and the names are made up. Nothing here can be pressed.</p>
      <p>
        {/* Pages of members are another document. */}
        <a href={paths.home(studio)}>Open your home page</a>
      </p>
    </aside>
  )
}

const styleOf = (look: StudioColour, scheme: Scheme) =>
  `.look-${scheme}{${Object.entries(lookColours(look, scheme))
    .map(([token, hex]) => `--${token}:${hex}`)
    .join(';')}}`

const said: Record<Viewer, { lead: string; act: string; note: string }> = {
  member: { lead: 'Next for you', act: 'Add to calendar', note: '2 credits left' },
  child: { lead: 'Next for Mia', act: 'Add to calendar', note: 'Booked by a parent' },
  visitor: { lead: 'Next class', act: 'Book for £12.00', note: '4 places left' },
}

function Phone(props: {
  studio: { name: string }
  as: Viewer
  logo: string
  tabs: readonly string[]
  parts?: readonly string[]
  notice?: string
  scheme: Scheme
}) {
  const { studio, as, logo, tabs, parts = [], notice, scheme } = props
  const { lead, act, note } = said[as]
  return (
    <figure className={`look-phone look-${scheme}`}>
      <figcaption className="vh">{scheme === 'light' ? 'In light' : 'In dark'}</figcaption>
      <header>
        <StudioMark name={studio.name} logo={logo} />
        <b>{studio.name}</b>
      </header>
      {notice && <p className="look-note">{notice}</p>}
      <div className="look-next">
        <small>{lead}</small>
        <b>Thu 18:30</b>
        <span>Evening class</span>
        <small>60 min, with Dee</small>
        <span className="look-button">{act}</span>
      </div>
      <p className="look-note">{note}</p>
      {as !== 'visitor' && parts.length > 0 && (
        <ol className="look-parts">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ol>
      )}
      <footer>
        {tabs.map((tab) => (
          <span key={tab} className={tab === 'Home' ? 'look-here' : undefined}>
            {tab}
          </span>
        ))}
      </footer>
    </figure>
  )
}
