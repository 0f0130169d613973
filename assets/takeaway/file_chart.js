// @ts-check
/** A file with a chart that follows its slider, without any server. */

import { chartDrawing } from "../stage/chart.js";
import { open } from "./file.js";

open({ chart: chartDrawing });
