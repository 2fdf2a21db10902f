import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PaymentProvider } from './provider.ts'

/** Work that asks the payment provider. */
export type PaymentContext = StudioContext & { provider: PaymentProvider }
