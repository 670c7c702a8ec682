// boardgame.io's own server with Kalah, matches in memory (its default), on any free port.
const { Server, Origins } = require("boardgame.io/server");
const { Kalah } = require("./kalah.js");

// Port 0 takes any free one; koa tells which.
const server = Server({ games: [Kalah], origins: [Origins.LOCALHOST] });
server.run(0).then(({ appServer }) => console.log(`ready http://127.0.0.1:${appServer.address().port}`));
