// boardgame.io's own server with Kalah, matches in memory (its default). PORT says where it listens.
const { Server, Origins } = require("boardgame.io/server");
const { Kalah } = require("./kalah.js");

const server = Server({ games: [Kalah], origins: [Origins.LOCALHOST] });
server.run(Number(process.env.PORT), () => console.log("ready"));
