import { Icon } from '../icon/icon.tsx'

export type FlashMessage = { text: string; tone: 'good' | 'warn' | 'bad' }

/** At most this many are shown at once (specification 9). */
export const flashLimit = 20

/** What the last actions did, newest first. Good news is announced politely, what went wrong at once. */
export function FlashList({ messages }: { messages: readonly FlashMessage[] }) {
  if (messages.length === 0) return null
  return (
    <div className="flashes">
      {messages.slice(0, flashLimit).map(({ text, tone }, i) => (
        <p key={i} className={`flash ${tone}`} role={tone === 'good' ? 'status' : 'alert'}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
