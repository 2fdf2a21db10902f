import { Link } from '@remix-run/react'
import { conflicts as words } from '#app/domain/reception/taps.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { count } from '#app/values/wording.ts'
import type { Taps } from './use-tap-queue.ts'

/**
 * How the queue stands: what waits, why, and what a person has to settle. Nothing where all is sent
 * and well.
 */
export function QueueBar({ studio, taps }: { studio: { slug: string }; taps: Taps }) {
  const { waiting, conflicts, way } = taps
  return (
    <div className="notices" aria-live="polite">
      {(way !== 'open' || waiting.length > 0) && (
        <div className={way === 'open' ? 'notice' : 'notice warn'}>
          <Icon name={way === 'open' ? 'clock' : 'warning'} />
          <p>
            {way === 'away' && <b>You’re offline. </b>}
            {way === 'signed_out' && <b>You’ve been signed out. </b>}
            {waiting.length > 0 && `${count(waiting.length, 'check-in')} waiting to be sent.`}
            {way === 'away' &&
              ' Check people in as usual. We keep them here and send them when you’re back online.'}
          </p>
          {way === 'signed_out' && (
            <p className="do">
              {/* A document of its own: this one keeps what waits. */}
              <a
                className="button small"
                href={paths.signIn({ next: paths.manageReception(studio), studio: studio.slug })}
              >
                Sign in
              </a>
            </p>
          )}
        </div>
      )}
      {conflicts.map(({ key, reason, name, title, occurrenceId, bookingId }) => (
        <div
          key={key}
          className={reason === 'in_elsewhere' ? 'notice' : 'notice bad'}
          data-refusal={reason}
        >
          <Icon name="warning" />
          <p>
            <b>
              {name || 'Someone'}
              {title && `, ${title}`}.
            </b>{' '}
            {words[reason]}
          </p>
          <p className="do">
            {occurrenceId && reason !== 'in_elsewhere' && (
              <Link
                className="button small"
                to={paths.manageClass(studio, occurrenceId, {}, bookingId)}
              >
                See the roster
              </Link>
            )}
            <button type="button" className="button small" onClick={() => taps.settle(key)}>
              Settled<span className="vh">: {name}</span>
            </button>
          </p>
        </div>
      ))}
    </div>
  )
}
