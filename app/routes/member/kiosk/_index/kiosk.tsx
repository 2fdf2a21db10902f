import type { KioskSays } from '#app/domain/reception/kiosk-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type KioskClass = { title: string; time: string; open: boolean }

/**
 * What stands on the tablet at the door: everybody in the room may read it. Styles: `kiosk`,
 * `button`.
 */
export function Kiosk(props: {
  studio: { slug: string; name: string }
  classes: readonly KioskClass[]
  answer: KioskSays | undefined
}) {
  const { studio, classes, answer } = props
  return (
    <main id="main" className="kiosk">
      {answer ? (
        <Answer studio={studio} answer={answer} />
      ) : (
        <Start studio={studio} classes={classes} />
      )}
    </main>
  )
}

function Start({
  studio,
  classes,
}: {
  studio: { slug: string; name: string }
  classes: readonly KioskClass[]
}) {
  const open = classes.filter((one) => one.open)
  const later = classes.filter((one) => !one.open)
  return (
    <>
      <h1>Welcome to {studio.name}</h1>
      {open.length > 0 && <Entry studio={studio} />}
      {open.length > 0 && (
        <section aria-labelledby="open">
          <h2 id="open">You can check in to</h2>
          <Classes classes={open} />
        </section>
      )}
      {open.length === 0 && <p className="lead">Check-in opens 90 minutes before a class.</p>}
      {later.length > 0 && (
        <section aria-labelledby="later">
          <h2 id="later">Later today</h2>
          <Classes classes={later} />
        </section>
      )}
    </>
  )
}

function Classes({ classes }: { classes: readonly KioskClass[] }) {
  return (
    <ul className="kiosk-classes">
      {classes.map(({ title, time }) => (
        <li key={`${time} ${title}`}>
          <b>{time}</b> {title}
        </li>
      ))}
    </ul>
  )
}

function Entry({ studio }: { studio: { slug: string } }) {
  return (
    <form method="post" action={paths.kiosk(studio)} className="kiosk-entry" autoComplete="off">
      <label htmlFor="entry">Scan your code, or type the first letters of your name</label>
      <input
        id="entry"
        name="q"
        // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus.
        autoFocus
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={60}
      />
      <button type="submit" className="button primary big">
        Check in
      </button>
    </form>
  )
}

function Answer({ studio, answer }: { studio: { slug: string }; answer: KioskSays }) {
  if (answer.kind === 'found') {
    return (
      <>
        <h1>Who are you?</h1>
        <ul className="kiosk-people">
          {answer.people.map(({ bookingId, name, note }) => (
            <li key={bookingId}>
              <form method="post" action={paths.kiosk(studio)}>
                <input type="hidden" name="pick" value={bookingId} />
                <button type="submit" className="button big wide">
                  <b>{name}</b> <span>{note}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
        <Back studio={studio}>None of them</Back>
      </>
    )
  }
  return (
    <div className={`kiosk-answer ${answer.kind}`} role="status">
      <Icon name={answer.kind === 'in' ? 'check' : 'person'} />
      <h1>{answer.title}</h1>
      {answer.text && <p className="lead">{answer.text}</p>}
      {answer.kind === 'again' && <Entry studio={studio} />}
      <Back studio={studio}>{answer.kind === 'in' ? 'Next person' : 'Begin again'}</Back>
    </div>
  )
}

const Back = ({ studio, children }: { studio: { slug: string }; children: string }) => (
  <p>
    <a className="button" href={paths.kiosk(studio)}>
      {children}
    </a>
  </p>
)
