// @ts-check
/** A file with a pair of node pictures that follows its slider, without any server. */

import { pairDrawing } from "../stage/pair.js";
import { open } from "./file.js";

open({ pair: pairDrawing });
