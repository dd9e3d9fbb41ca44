import { z } from 'zod'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { type DecisionValues, decisionValues, noAction } from './decision-values.ts'

const decisionDraft = z.object({ itn: z.string(), round: z.int(), values: decisionValues })

/**
 * The choices and the text of a person for the open bill, until the bill is closed or decided. It is never sent by itself:
 * after the end of a session, the bill opens again with it, for the person to check and save.
 */
export const decisionDraftStore = (owner: string) => draftStore(owner, 'decision', decisionDraft)

export type DecisionDraftStore = ReturnType<typeof decisionDraftStore>

type DecisionDraft = z.infer<typeof decisionDraft>

/**
 * The choices of a person for bills, by ITN, that are neither saved nor canceled. A bill that was left with Previous or
 * Next opens without it, as the specification says, and offers to restore it. It lasts as long as the list.
 */
export type BillDrafts = Map<string, DecisionDraft>

/**
 * Returns the draft for this round of a bill, or what was left behind in it, and functions that store values for the open
 * bill, and for later.
 */
export function readDecisionDraft(
  store: DecisionDraftStore,
  billDrafts: BillDrafts,
  { itnNumber: itn, round }: PendingAuthorization,
) {
  const keepForLater = (values: DecisionValues) => void billDrafts.set(itn, { itn, round, values })
  const findValues = (draft: DecisionDraft | undefined) =>
    draft?.itn === itn && draft.round === round ? draft.values : undefined
  return {
    values: findValues(store.get()),
    left: findValues(billDrafts.get(itn)),
    keep: (values: DecisionValues) => {
      if (values.action === noAction) return store.remove()
      store.set({ itn, round, values })
    },
    keepForLater,
  }
}

/** Keeps the draft of a bill that is left, and returns whether there is one. */
export function keepLeftDraft(store: DecisionDraftStore, billDrafts: BillDrafts): boolean {
  const draft = store.get()
  if (draft) billDrafts.set(draft.itn, draft)
  return draft !== undefined
}
