import { createDocumentRequest } from '#platform/web/document/document-request.ts'
import { drawDocument } from '#platform/web/document/fetch-document.ts'
import { type IdCard, type Language, openIdCard } from '../contract.ts'
import { cardSide, placeCard } from '../rules.ts'

/** The request of the PDF of a card. */
export const createCardRequest = ({ clientName, holder }: IdCard) =>
  createDocumentRequest(openIdCard, {
    clientName,
    policy: holder.policyNumber,
    firstName: holder.firstName,
    lastName: holder.lastName,
    dateOfBirth: holder.dateOfBirth,
  })

/** The width of a side in pixels: three times its greatest width on the page. */
const sideWidth = 3 * 540
const gap = 48

/** Creates an image of both sides of a card, one above the other, from the card's PDF: exactly as on paper. */
export async function createCardImage(card: IdCard, language: Language, signal: AbortSignal): Promise<File> {
  const scale = sideWidth / cardSide.width
  const { left, top } = placeCard(card.paper)
  const file = await drawDocument(
    createCardRequest(card),
    async ({ pdf, renderer, name }) => {
      const page = await pdf.page(card.languages.indexOf(language) + 1)
      const sides: HTMLCanvasElement[] = []
      for (const offset of [0, cardSide.width])
        sides.push(await renderer.drawPageArea(page, { ...cardSide, left: left + offset, top }, scale))
      const image = await renderer.toPng(stackSides(sides, scale))
      return new File([image], name.replace(/\.pdf$/, '.png'), { type: 'image/png' })
    },
    signal,
  )
  if (!file) throw new Error('The request of the card was redirected.')
  return file
}

/** Draws the sides on white, each within its rounded edge: marks around it on paper are left out. */
function stackSides(sides: readonly HTMLCanvasElement[], scale: number): HTMLCanvasElement {
  const [width, height] = [sideWidth, Math.round(cardSide.height * scale)]
  const canvas = document.createElement('canvas')
  canvas.width = width + 2 * gap
  canvas.height = sides.length * (height + gap) + gap
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no images.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [index, side] of sides.entries()) {
    const y = gap + index * (height + gap)
    context.save()
    context.beginPath()
    context.roundRect(gap, y, width, height, cardSide.radius * scale)
    context.clip()
    context.drawImage(side, gap, y)
    context.strokeStyle = cardSide.edge
    context.lineWidth = scale
    context.stroke()
    context.restore()
    // Safari frees the memory of a canvas only when it is resized to be small.
    side.width = 0
  }
  return canvas
}
