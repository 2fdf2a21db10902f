import { Icon } from '../icon/icon.tsx'

export type FlashMessage = { text: string; tone?: 'good' | 'bad' }

/** At most this many are shown at once (specification 9). */
export const flashLimit = 20

/** What the last action did, newest on top. Good news is announced politely, what went wrong at once. */
export function FlashList({ messages }: { messages: readonly FlashMessage[] }) {
  if (messages.length === 0) return null
  return (
    <div className="flashes">
      {messages
        .slice(-flashLimit)
        .reverse()
        .map(({ text, tone = 'good' }, i) => (
          <p key={i} className={`flash ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
            <Icon name={tone === 'bad' ? 'warning' : 'check'} />
            <span>{text}</span>
          </p>
        ))}
    </div>
  )
}
