/** Chance that comes out the same each time: two seeds of one moment tell the same story. */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export class Chance {
  private state: number

  constructor(seed: string) {
    this.state = [...seed].reduce(
      (hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0,
      7,
    )
  }

  /** From 0 up to but not 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** True with a probability. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items]
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = this.between(0, i)
      ;[shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!]
    }
    return shuffled
  }

  /** An id in the form of `newId()`: forms take back no other (`idForm`). */
  id(): string {
    const drawn = Array.from({ length: 9 }, () => alphabet[this.between(0, 61)]).join('')
    // The last two follow from where chance stands: nine draws an id are part of the story.
    const stands = this.state >>> 0
    return `0${drawn}${alphabet[stands % 62]}${alphabet[(stands >>> 8) % 62]}`
  }

  /** A version 4 UUID, as auth ids are. */
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.between(0, 15).toString(16))
    hex[12] = '4'
    hex[16] = '89ab'[this.between(0, 3)]!
    const text = hex.join('')
    return [
      text.slice(0, 8),
      text.slice(8, 12),
      text.slice(12, 16),
      text.slice(16, 20),
      text.slice(20),
    ].join('-')
  }
}
