/** The closed sets of words that the tables of skills hold. */

/** How far somebody is with a skill that was assessed. */
export const skillStates = ['learning', 'familiar', 'cleared'] as const

/** Whether a skill needs all that lead to it, any one, or some of them. */
export const needRules = ['all', 'any', 'some'] as const

/** How far the skill that leads to another has to be. */
export const needStates = ['cleared', 'familiar'] as const

/** Where an assessment comes from: seen by a coach, claimed by the member, brought from before. */
export const assessmentKinds = ['seen', 'claimed', 'brought'] as const

/** What can teach a skill. Flows are kept here too once a studio has them. */
export const teachingKinds = ['exercise', 'class_type', 'series', 'session', 'flow'] as const
