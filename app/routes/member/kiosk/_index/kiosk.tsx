import type { KioskSays } from '#app/domain/reception/kiosk-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type KioskClass = { title: string; time: string; open: boolean }

/**
 * What is on the tablet at the door: everyone in the room may read it. Styles: `kiosk`,
 * `button`.
 */
export function Kiosk(props: {
  studio: { slug: string; name: string }
  classes: readonly KioskClass[]
  answer: KioskSays | undefined
  /** Names find nobody here. */
  codeOnly: boolean
}) {
  const { studio, classes, answer, codeOnly } = props
  return (
    <main id="main" className="kiosk">
      {answer ? (
        <Answer studio={studio} answer={answer} codeOnly={codeOnly} />
      ) : (
        <Start studio={studio} classes={classes} codeOnly={codeOnly} />
      )}
    </main>
  )
}

function Start({
  studio,
  classes,
  codeOnly,
}: {
  studio: { slug: string; name: string }
  classes: readonly KioskClass[]
  codeOnly: boolean
}) {
  const open = classes.filter((one) => one.open)
  const later = classes.filter((one) => !one.open)
  return (
    <>
      <h1>Welcome to {studio.name}</h1>
      {open.length > 0 && <Entry studio={studio} codeOnly={codeOnly} />}
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

function Entry({ studio, codeOnly }: { studio: { slug: string }; codeOnly: boolean }) {
  return (
    <form method="post" action={paths.kiosk(studio)} className="kiosk-entry" autoComplete="off">
      <label htmlFor="entry">
        {codeOnly
          ? 'Scan your code, or type it'
          : 'Scan your code, or type the first letters of your name'}
      </label>
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

/** Digits that show that somebody is who they picked; the room does not read them. */
function Prove(props: { studio: { slug: string }; answer: Extract<KioskSays, { kind: 'prove' }> }) {
  const { studio, answer } = props
  const { bookingId, title, label, wrong } = answer
  return (
    <>
      <h1>{title}</h1>
      <form
        method="post"
        action={paths.kiosk(studio)}
        className="kiosk-entry"
        autoComplete="off"
        noValidate
      >
        <input type="hidden" name="pick" value={bookingId} />
        <label htmlFor="typed">{label}</label>
        {wrong && (
          <p className="bad" id="wrong" role="alert" data-refusal="wrong_proof">
            {wrong}
          </p>
        )}
        <input
          id="typed"
          name="typed"
          className="digits"
          // biome-ignore lint/a11y/noAutofocus: there is one thing to do on this screen.
          autoFocus
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-describedby={wrong ? 'wrong' : undefined}
          aria-invalid={wrong ? true : undefined}
        />
        <button type="submit" className="button primary big">
          Check in
        </button>
      </form>
      <Back studio={studio}>Begin again</Back>
    </>
  )
}

function Answer(props: { studio: { slug: string }; answer: KioskSays; codeOnly: boolean }) {
  const { studio, answer, codeOnly } = props
  if (answer.kind === 'prove') return <Prove studio={studio} answer={answer} />
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
      {answer.kind === 'again' && <Entry studio={studio} codeOnly={codeOnly} />}
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
