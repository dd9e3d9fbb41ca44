import { expect, test } from './portal-test.ts'

const video = '/videos/welcome-to-your-portal.webm'

test("the portal's own video plays and can start at any position", async ({ page, request }) => {
  const part = await request.get(video, { headers: { range: 'bytes=1000-1099' } })
  expect(part.status()).toBe(206)
  expect((await part.body()).length).toBe(100)

  await page.goto('/cookies')
  const seconds = await page.evaluate(async (source) => {
    const player = document.createElement('video')
    player.muted = true
    player.src = source
    document.body.append(player)
    await player.play()
    player.currentTime = 6
    await new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
    return [player.duration, player.currentTime, player.videoWidth]
  }, video)
  expect(seconds.map(Math.round)).toEqual([8, 6, 1280])
})

test('a request for a missing video returns 404, not a page', async ({ request }) => {
  const answer = await request.get('/videos/none.webm')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
})
