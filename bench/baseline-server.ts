// A server that only sends a constant response. It shows this machine's upper limit for responses of this
// size.
import { createServer } from 'node:http'

const answer = Buffer.alloc(Number(process.env.ANSWER_BYTES), 'x')

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
    response.end(answer)
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
