/** A waiver to start from, by what a studio teaches: its owner reads and changes it. Pure. */

/** What is particular to a discipline, by its pack. */
const ownLines: Record<string, string> = {
  yoga: 'Yoga asks much of joints and breath. I leave out what hurts, and tell the teacher if I don’t want to be touched to adjust a pose.',
  pilates:
    'Reformers and other apparatus have springs and moving parts. I use them as I am shown, and ask before I change a spring.',
  pole: 'Pole and aerial are done off the ground. I take off jewellery, use a mat for inversions, and try new tricks only with a spotter or as I am shown.',
  martial:
    'Martial arts are contact training: bruises and falls happen. I control my technique, wear what protection is asked for, and stop when my partner taps.',
  dance:
    'Dancing means jumps, turns and floor work. I warm up, and wear shoes or feet that suit the floor.',
  crossfit:
    'Training is with heavy loads and at high effort. I choose a weight I can control, and scale a workout when I am told to.',
  personal:
    'My trainer plans with what I tell them. I keep them up to date about my health and what hurts.',
}

/**
 * The text that the set-up proposes, in the words of the trade. It is a beginning and no legal
 * advice, as the page says.
 */
export function starterWaiver(studio: string, packs: readonly string[]): string {
  const own = packs.flatMap((pack) => ownLines[pack] ?? [])
  return [
    `I take part in classes at ${studio} at my own choice. Physical training has risks, such as strains, falls and other injuries.`,
    'I am fit to take part. I have told the studio about injuries, illnesses and pregnancy that matter for training, and tell it when something changes. If I am unsure, I ask a doctor first.',
    ...own,
    'I follow what my coach says, stop when something hurts, and tell someone at once if I am injured.',
    `I look after my belongings. ${studio} answers for damage that the law says it answers for; nothing here takes away rights that the law gives me.`,
    'In an emergency the studio may give first aid and call for help.',
  ].join('\n\n')
}
