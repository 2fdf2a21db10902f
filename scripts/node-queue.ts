type Sent = { body: unknown }

/**
 * A queue of this process, for `npm run dev`: what is sent is worked on at once, one after the
 * other, and never again.
 */
export function nodeQueue(
  work: (batch: MessageBatch<unknown>) => Promise<void>,
): Pick<Queue, 'sendBatch'> {
  const nothing = () => undefined
  return {
    sendBatch: async (messages: Iterable<Sent>) => {
      for (const { body } of messages) {
        const message = { id: '', timestamp: new Date(), body, attempts: 1 }
        await work({
          queue: 'cadence-jobs',
          messages: [{ ...message, ack: nothing, retry: nothing }],
          ackAll: nothing,
          retryAll: nothing,
        } as unknown as MessageBatch<unknown>)
      }
    },
  } as unknown as Pick<Queue, 'sendBatch'>
}
